SELECT aws_external_id AS id FROM organizations WHERE id = :organization_id
