"""Tests of rule files: run, shrunk, snapshotted."""
