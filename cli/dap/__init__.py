"""The debugger of rules: an editor steps through a test and the rules it comes to, over the Debug Adapter Protocol."""
