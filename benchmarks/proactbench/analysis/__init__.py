"""Statistics over ProactBench outcomes; the heavy libraries are loaded by the modules that use them."""
