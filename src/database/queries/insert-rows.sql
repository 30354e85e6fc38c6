-- insert-row.sql for several rows at once; place counts them from 1. A row whose key is taken is not answered. Whoever
-- else is making a row of such a key, or holds a row at which one points, is hardly waited for: each is then sent alone.
-- @param natural_key, key_held_until, address, plan_id, plan_records, run: nullable
-- @result place: !
WITH bounded AS MATERIALIZED (
  SELECT set_config('lock_timeout', '20ms', true)
), asked AS MATERIALIZED (
  SELECT asked.* FROM bounded, unnest(
    :organization_id::text[], :kind::text[], :id::text[], :natural_key::text[], :sort_key::text[],
    :configuration::jsonb[], :secrets::jsonb[], :state::jsonb[], :key_held_until::timestamptz[],
    :search_text::text[], :links::jsonb[], :at::timestamptz[], :actor_kind::text[], :actor_id::text[],
    :actor_name::text[], :door::text[], :action::text[], :changes::jsonb[], :request_id::text[], :address::text[],
    :record_id::uuid[], :plan_id::text[], :plan_records::int[], :run::text[], :code::text[]
  ) WITH ORDINALITY AS asked(
    organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, key_held_until, search_text,
    links, at, actor_kind, actor_id, actor_name, door, action, changes, request_id, address, record_id, plan_id,
    plan_records, run, code, place)
), changed AS (
  INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state,
    revision, key_held_until, search_text, created_at, updated_at)
  SELECT organization_id, kind, id, natural_key, sort_key, configuration, secrets, state,
    nextval('row_revision'), key_held_until, search_text, at, at
  FROM asked
  ORDER BY place
  ON CONFLICT DO NOTHING
  RETURNING organization_id, kind, id, revision
), made AS (
  SELECT asked.*, revision FROM changed JOIN asked USING (organization_id, kind, id)
), linked AS (
  INSERT INTO row_references (organization_id, kind, id, field, to_kind, to_id, cascades)
  SELECT organization_id, kind, id, link.*
  FROM made, jsonb_to_recordset(links) AS link (field text, "toKind" text, "toId" text, cascade boolean)
), recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id, plan_id, plan_records, run)
  SELECT organization_id, at, actor_kind, actor_id, actor_name, door, action, kind,
    id, 'success', changes, request_id, address, record_id, plan_id, plan_records, run
  FROM made
  ORDER BY place
  RETURNING organization_id, sequence, id
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code)
  SELECT recorded.organization_id, sequence, code FROM recorded JOIN made ON record_id = recorded.id
)
SELECT place::int AS place, revision FROM made
