INSERT INTO range_queries (organization_id, id, connector_id, query, starts_at, steps, deadline)
SELECT :organization_id, one.id, one.connector_id, one.query, :until::timestamptz - one.steps * interval '300 seconds',
  one.steps, now() + :seconds * interval '1 second'
FROM unnest(:ids::text[], :connector_ids::text[], :texts::text[], :steps::integer[]) AS one (id, connector_id, query, steps)
