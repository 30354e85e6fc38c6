-- @param natural_key, key_held_until: nullable
UPDATE rows
SET natural_key = :natural_key, sort_key = :sort_key, configuration = :configuration, secrets = :secrets,
  state = state || :state::jsonb, revision = nextval('row_revision'), key_held_until = :key_held_until,
  search_text = :search_text, updated_at = :at, moved = false
WHERE organization_id = :organization_id AND kind = :kind AND id = :id AND revision = :expected_revision
RETURNING revision
