-- Neovim with the set-up of the docs: opens a file, and asks the server for everything that the test wants to see.
local found = {}
local buffer = vim.api.nvim_get_current_buf()
local uri = vim.uri_from_bufnr(buffer)

local function until_ready(ready) return vim.wait(60000, ready, 20) end

until_ready(function() return #vim.lsp.buf_get_clients(buffer) > 0 end)
local server = vim.lsp.get_active_clients()[1].id

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000)
  local answer = answers and answers[server] or {}
  if answer.error then error(method .. ": " .. answer.error.message) end
  return answer.result
end

local function position(line, character)
  return { textDocument = { uri = uri }, position = { line = line, character = character } }
end

local ok, message = pcall(function()
  until_ready(function() return #vim.diagnostic.get(buffer) > 0 end)
  found.problem = vim.diagnostic.get(buffer)[1].message

  -- The fix, by hand: the name that is wrong is typed anew.
  local wrong = tonumber(vim.env.ASTRO_WRONG)
  local text = vim.api.nvim_buf_get_lines(buffer, wrong, wrong + 1, false)[1]
  vim.api.nvim_buf_set_lines(buffer, wrong, wrong + 1, false, { (text:gsub("numbr", "number")) })
  until_ready(function() return #vim.diagnostic.get(buffer) == 0 end)
  found.problems = #vim.diagnostic.get(buffer)

  local test = vim.api.nvim_buf_line_count(buffer) - 1
  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { '  P2 "' })
  local listed = ask("textDocument/completion", position(test + 1, 6))
  found.completed = vim.tbl_map(function(item) return item.label end, listed.items)
  vim.api.nvim_buf_set_lines(buffer, -2, -1, false, {})

  local at = tonumber(vim.env.ASTRO_RENAMED)
  local renaming = position(at, 4)
  renaming.newName = "stones_left"
  local edit = ask("textDocument/rename", renaming)
  vim.lsp.util.apply_workspace_edit(edit, vim.lsp.get_client_by_id(server).offset_encoding)
  vim.lsp.buf.formatting_sync(nil, 60000)
  found.text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n"

  local run = { command = "astro.runTest", arguments = { uri, vim.api.nvim_buf_line_count(buffer) - 1 } }
  found.results = ask("workspace/executeCommand", run)

  vim.cmd("edit! " .. vim.fn.fnamemodify(vim.env.ASTRO_FILE, ":h") .. "/new.astro")
  found.servers_of_a_new_file = vim.tbl_map(function(client) return client.id == server end, vim.lsp.buf_get_clients(0))
  found.completes = vim.bo.omnifunc
end)
found.error = not ok and message or nil
local file = io.open(vim.env.ASTRO_FOUND, "w")
file:write(vim.fn.json_encode(found))
file:close()
vim.cmd("qall!")
