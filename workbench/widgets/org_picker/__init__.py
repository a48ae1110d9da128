"""The organization picker."""
