UPDATE second_factors SET sealed_secret = :after WHERE id = :id AND sealed_secret = :before
RETURNING id
