-- update-row-alone.sql for several rows at once; place counts the changes from 1. A row that somebody holds locked is
-- not waited for, and is not answered, as one that another writer was faster at.
-- @param natural_key, key_held_until, address, plan_id, plan_records, run: nullable
-- @result place: !
WITH asked AS (
  SELECT * FROM unnest(
    :organization_id::text[], :kind::text[], :id::text[], :expected_revision::bigint[], :natural_key::text[],
    :sort_key::text[], :configuration::jsonb[], :secrets::jsonb[], :state::jsonb[], :key_held_until::timestamptz[],
    :search_text::text[], :at::timestamptz[], :actor_kind::text[], :actor_id::text[], :actor_name::text[],
    :door::text[], :action::text[], :changes::jsonb[], :request_id::text[], :address::text[], :record_id::uuid[],
    :plan_id::text[], :plan_records::int[], :run::text[], :code::text[]
  ) WITH ORDINALITY AS asked(
    organization_id, kind, id, expected_revision, natural_key, sort_key, configuration, secrets, state,
    key_held_until, search_text, at, actor_kind, actor_id, actor_name, door, action, changes, request_id, address,
    record_id, plan_id, plan_records, run, code, place)
), held AS (
  -- Each by its key, however few rows there are: a plan that reads the table would do so when it has grown.
  SELECT asked.place
  FROM asked CROSS JOIN LATERAL (
    SELECT FROM rows
    WHERE rows.organization_id = asked.organization_id AND rows.kind = asked.kind AND rows.id = asked.id
      AND rows.revision = asked.expected_revision
    FOR UPDATE SKIP LOCKED
  ) AS locked
), changed AS (
  UPDATE rows
  SET natural_key = asked.natural_key, sort_key = asked.sort_key, configuration = asked.configuration,
    secrets = asked.secrets, state = rows.state || asked.state, revision = nextval('row_revision'),
    key_held_until = asked.key_held_until, search_text = asked.search_text, updated_at = asked.at, moved = false
  FROM held JOIN asked USING (place)
  WHERE rows.organization_id = asked.organization_id AND rows.kind = asked.kind AND rows.id = asked.id
    AND rows.revision = asked.expected_revision
  RETURNING asked.place, rows.revision
), recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id, plan_id, plan_records, run)
  SELECT organization_id, at, actor_kind, actor_id, actor_name, door, action, kind,
    id, 'success', changes, request_id, address, record_id, plan_id, plan_records, run
  FROM changed JOIN asked USING (place)
  ORDER BY place
  RETURNING organization_id, sequence, id
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code)
  SELECT recorded.organization_id, sequence, code FROM recorded JOIN asked ON record_id = recorded.id
)
SELECT place::int AS place, revision FROM changed
