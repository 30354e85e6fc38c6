-- Those of connectors that are gone: nobody can end them any more. Each connector is looked up by its key, however few
-- rows there are.
WITH unheld AS (
  DELETE FROM unheld_silences AS one
  WHERE (
    SELECT true FROM rows AS connector
    WHERE connector.organization_id = one.organization_id AND connector.kind = :kind
      AND connector.id = one.connector_id
  ) IS NULL
)
DELETE FROM alert_silences AS one
WHERE (
  SELECT true FROM rows AS connector
  WHERE connector.organization_id = one.organization_id AND connector.kind = :kind
    AND connector.id = one.connector_id
) IS NULL
