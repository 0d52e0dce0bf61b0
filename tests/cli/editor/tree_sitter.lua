-- Run by Neovim: which rule files the parser reads with errors, and what the words of a text are coloured as.

local asked = vim.fn.json_decode(vim.fn.readfile(vim.env.ASTRO_ASKED))
vim.treesitter.require_language("astro_rules", asked.parser)

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function tree(text)
  return vim.treesitter.get_string_parser(text, "astro_rules"):parse()[1]:root()
end

local wrong = {}
for _, path in ipairs(asked.files) do
  if tree(read(path)):has_error() then
    table.insert(wrong, path)
  end
end

local found = {}
local query = vim.treesitter.parse_query("astro_rules", read(asked.highlights))
local root = tree(asked.text)
for number, node in query:iter_captures(root, asked.text, 0, -1) do
  local name = query.captures[number]
  if name:sub(1, 1) ~= "_" then
    local row, column = node:start()
    table.insert(found, { row, column, vim.treesitter.get_node_text(node, asked.text), name })
  end
end

local folds = {}
for _, node in vim.treesitter.parse_query("astro_rules", read(asked.folds)):iter_captures(root, asked.text, 0, -1) do
  table.insert(folds, (node:start()))
end

local outline = {}
for number, node in vim.treesitter.parse_query("astro_rules", read(asked.outline)):iter_captures(root, asked.text, 0, -1) do
  outline[number] = outline[number] or {}
  table.insert(outline[number], vim.treesitter.get_node_text(node, asked.text))
end
local brackets = 0
for _ in vim.treesitter.parse_query("astro_rules", read(asked.brackets)):iter_captures(root, asked.text, 0, -1) do
  brackets = brackets + 1
end

local answer = { wrong = wrong, broken = tree("test (\n  a"):has_error(), found = found, folds = folds }
answer.names, answer.brackets = outline[2], brackets
vim.fn.writefile({ vim.fn.json_encode(answer) }, asked.answer)
vim.cmd("qall!")
