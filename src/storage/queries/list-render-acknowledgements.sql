SELECT connector_id, digest, ok, message, version, running_digest, at
FROM render_acknowledgements
WHERE organization_id = :organization_id
