"""What commands print or write of long results."""
