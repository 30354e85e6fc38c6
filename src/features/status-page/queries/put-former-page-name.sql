INSERT INTO former_page_names (name, organization_id, until)
VALUES (:name, :organization_id, :until)
ON CONFLICT (name) DO UPDATE SET organization_id = excluded.organization_id, until = excluded.until
