SELECT kind, name, query, saved_at
FROM list_views
WHERE organization_id = :organization_id AND user_id = :user_id
ORDER BY kind, lower(name), name
