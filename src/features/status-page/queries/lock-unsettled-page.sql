-- No row where another node has it, or has settled it meanwhile.
SELECT version FROM status_pages
WHERE organization_id = :organization_id AND (settled_version <> version OR due_at <= :now)
FOR UPDATE SKIP LOCKED
