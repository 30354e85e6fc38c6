INSERT INTO maintained_components (organization_id, kind, id, status_before)
VALUES (:organization_id, :kind, :id, :status_before)
ON CONFLICT (organization_id, kind, id) DO NOTHING
