"""What the service keeps, one file per thing kept, over one seam (`db.Db`) and two databases.

It does not know HTTP, procedures or roles' rights: who may call what is decided above it.
"""
