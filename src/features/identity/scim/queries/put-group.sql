-- @param external_id: nullable
INSERT INTO scim_groups (organization_id, id, display_name, external_id, created_at, changed_at)
VALUES (:organization_id, :id, :display_name, :external_id, :changed_at, :changed_at)
ON CONFLICT (organization_id, id) DO UPDATE
SET display_name = EXCLUDED.display_name, external_id = EXCLUDED.external_id, changed_at = EXCLUDED.changed_at
