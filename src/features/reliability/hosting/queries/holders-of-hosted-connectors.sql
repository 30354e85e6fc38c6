-- @result holder: string | null
SELECT organization_id AS "organizationId", connector_id AS "connectorId",
  CASE WHEN held_until > now() THEN holder END AS holder
FROM hosted_connectors
WHERE (organization_id, connector_id) IN
  (SELECT * FROM unnest(:organization_ids::text[], :connector_ids::text[]))
