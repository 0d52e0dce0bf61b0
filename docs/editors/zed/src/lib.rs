//! Starts `astro lsp` for rule files.

use zed_extension_api::{self as zed, LanguageServerId, Result};

struct AstroRules;

impl zed::Extension for AstroRules {
    fn new() -> Self {
        AstroRules
    }

    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &zed::Worktree) -> Result<zed::Command> {
        let command = worktree.which("astro").ok_or("`astro` is not on the path: pip install \"astro-referee[lsp]\"")?;
        Ok(zed::Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(AstroRules);
