INSERT INTO audit_forwarded (organization_id, position)
SELECT * FROM unnest(:organization_ids::text[], :positions::bigint[])
ON CONFLICT (organization_id) DO UPDATE SET position = greatest(audit_forwarded.position, EXCLUDED.position)
