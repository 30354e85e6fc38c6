SELECT name, until
FROM former_page_names
WHERE organization_id = :organization_id AND until > :now
