-- In one order on every node, so that no two wait for each other. Organizations may have gone meanwhile.
INSERT INTO organization_use AS known (organization_id, minute, requests, refused, database_ms)
SELECT used.organization_id, date_trunc('minute', now()), used.requests, used.refused, used.database_ms
FROM unnest(:organization_ids::text[], :requests::bigint[], :refused::bigint[], :database_ms::double precision[])
  AS used (organization_id, requests, refused, database_ms)
JOIN organizations AS organization ON organization.id = used.organization_id
ORDER BY used.organization_id
ON CONFLICT (organization_id, minute) DO UPDATE SET
  requests = known.requests + EXCLUDED.requests,
  refused = known.refused + EXCLUDED.refused,
  database_ms = known.database_ms + EXCLUDED.database_ms
