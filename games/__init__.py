"""The bundled games: rule files, no code."""
