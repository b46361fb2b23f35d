"""emulator_configs"""
