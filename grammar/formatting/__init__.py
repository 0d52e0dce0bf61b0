"""The canonical layout of rule files."""
