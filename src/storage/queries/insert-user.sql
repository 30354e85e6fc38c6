INSERT INTO users (id, email, email_folded, name, password_hash, password_state, proved_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
