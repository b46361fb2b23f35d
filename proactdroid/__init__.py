"""proactdroid"""
