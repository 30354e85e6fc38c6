SELECT organization_id FROM status_pages
WHERE settled_version <> version OR due_at <= :now
ORDER BY organization_id
