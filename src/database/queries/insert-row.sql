-- One statement, so that a row never stands without its references, its audit record and its outbox entry.
-- @param natural_key, key_held_until, address, plan_id, plan_records: nullable
WITH changed AS (
  INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state,
    revision, key_held_until, search_text, created_at, updated_at)
  VALUES (:organization_id, :kind, :id, :natural_key, :sort_key, :configuration, :secrets, :state,
    nextval('row_revision'), :key_held_until, :search_text, :at, :at)
  RETURNING revision
), linked AS (
  INSERT INTO row_references (organization_id, kind, id, field, to_kind, to_id, cascades)
  SELECT :organization_id, :kind, :id, link.*
  FROM changed, unnest(
    :reference_fields::text[], :reference_kinds::text[], :reference_ids::text[], :reference_cascades::boolean[]
  ) AS link
), recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id, plan_id, plan_records)
  SELECT :organization_id, :at, :actor_kind, :actor_id, :actor_name, :door, :action, :kind,
    :id, 'success', :changes, :request_id, :address, :record_id, :plan_id, :plan_records
  FROM changed
  RETURNING sequence
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code)
  SELECT :organization_id, sequence, :code FROM recorded
)
SELECT revision FROM changed
