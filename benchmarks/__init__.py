"""The measurements: ratios of two things that are measured side by side in one run. Asserts no time."""
