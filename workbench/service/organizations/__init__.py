"""Organizations: tier and status, the sidebar, the choice of the current one."""
