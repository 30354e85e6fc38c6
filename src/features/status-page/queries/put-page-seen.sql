UPDATE nodes SET pages_seen = pages_seen || jsonb_build_object(:organization_id::text, :version::bigint)
WHERE id = :node_id
RETURNING id
