"""Commands that run Jupyter on this computer: the notebooks, JupyterLab, and pages without code."""
