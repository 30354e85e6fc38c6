-- Two corrections of one reason and beginning that are for different services, or for different single SLOs, are two:
-- what they are for is a part of their key. One whose key would be a long one gets it with its next write.
WITH parts AS (
  SELECT organization_id, id,
    replace(configuration->>'reason', E'\x01', E'\x01\x02') || E'\x01\x01' || (configuration->>'starts_at') AS began,
    replace(configuration->>'service', E'\x01', E'\x01\x02') AS service,
    (SELECT '[' || string_agg('"' || slo_id || '"', ',' ORDER BY place) || ']'
      FROM jsonb_array_elements_text(configuration->'slo_ids') WITH ORDINALITY AS one (slo_id, place)) AS slo_ids
  FROM rows WHERE kind = 'slo_corrections'
), keys AS (
  SELECT organization_id, id,
    CASE WHEN service IS NULL THEN E'\x01\x03' || began || E'\x01\x01' || slo_ids
      ELSE began || E'\x01\x01' || service END AS key
  FROM parts
)
UPDATE rows SET natural_key = keys.key, sort_key = keys.key
FROM keys
WHERE rows.kind = 'slo_corrections' AND rows.organization_id = keys.organization_id AND rows.id = keys.id
  AND octet_length(keys.key) <= 2000;
