"""`workbench admin`: what an administrator does on a service's database. One module per action."""
