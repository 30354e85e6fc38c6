-- Whether there is anything to do: mostly there is nothing, and no transaction is begun for it.
SELECT id FROM pages WHERE closed_at IS NULL AND due_at <= now() LIMIT 1
