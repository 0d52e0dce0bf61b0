"""Tests of rule files: run, shrunk, snapshotted; and counting move sequences."""
