UPDATE deliveries SET payload = jsonb_build_object('sealed', $4::text)
WHERE organization_id = $1 AND id = $2 AND payload ->> 'sealed' = $3
RETURNING id
