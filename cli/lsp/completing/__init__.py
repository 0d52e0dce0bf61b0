"""Completion: what may follow at a cursor, in rules, in tests and in variants."""
