-- Those of connectors that are gone: nobody can end them any more.
WITH unheld AS (
  DELETE FROM unheld_silences AS one
  WHERE NOT EXISTS (
    SELECT FROM rows AS connector
    WHERE connector.organization_id = one.organization_id AND connector.kind = :kind
      AND connector.id = one.connector_id
  )
)
DELETE FROM alert_silences AS one
WHERE NOT EXISTS (
  SELECT FROM rows AS connector
  WHERE connector.organization_id = one.organization_id AND connector.kind = :kind
    AND connector.id = one.connector_id
)
