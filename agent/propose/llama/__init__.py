"""llama.cpp: a quantized model on this machine, in a process of its own."""

from agent.propose.llama.backend import LlamaBackend, llama_problem, probe
from agent.propose.llama.packaged import packaged_smollm2
from agent.propose.llama.process import ModelProcess

__all__ = ["LlamaBackend", "ModelProcess", "llama_problem", "packaged_smollm2", "probe"]
