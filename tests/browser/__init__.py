"""Browser tests. A package, so that a browser and a JupyterLab serve all of them and end with the last."""
