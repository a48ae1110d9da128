"""What learners get of an organization, stored: the settings of each link, and the theme of the pages."""
