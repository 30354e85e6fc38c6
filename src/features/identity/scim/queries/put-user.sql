-- @param user_id, external_id: nullable
INSERT INTO scim_users (organization_id, id, user_id, waits, user_name_folded, external_id, content, created_at, changed_at)
VALUES (:organization_id, :id, :user_id, :waits, :user_name_folded, :external_id, :content, :changed_at, :changed_at)
ON CONFLICT (organization_id, id) DO UPDATE
SET user_id = EXCLUDED.user_id, waits = EXCLUDED.waits, user_name_folded = EXCLUDED.user_name_folded,
  external_id = EXCLUDED.external_id, content = EXCLUDED.content, changed_at = EXCLUDED.changed_at
