;; The inner loops of the exact index. Assembled into scan-wasm.ts by scripts/build-wasm.mjs.
;; Every address is in bytes; dimensions are a multiple of 128; a code holds one sign bit a dimension.
(module
  (memory (export "memory") 1)

  ;; Writes the sign bits of an int8 vector, each byte $stride after the one before; gives its squared norm (at most
  ;; 4096 * 128^2, so it fits).
  (func (export "encode") (param $vector i32) (param $code i32) (param $dimensions i32) (param $stride i32) (result i32)
    (local $bits i32) (local $end i32) (local $lanes v128) (local $half v128) (local $sum v128)
    (local.set $end (i32.add (local.get $vector) (local.get $dimensions)))
    (loop $next
      (local.set $lanes (v128.load (local.get $vector)))
      (local.set $bits (i8x16.bitmask (local.get $lanes)))
      (i32.store8 (local.get $code) (local.get $bits))
      (i32.store8 (i32.add (local.get $code) (local.get $stride)) (i32.shr_u (local.get $bits) (i32.const 8)))
      (local.set $half (i16x8.extend_low_i8x16_s (local.get $lanes)))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s (local.get $half) (local.get $half))))
      (local.set $half (i16x8.extend_high_i8x16_s (local.get $lanes)))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.dot_i16x8_s (local.get $half) (local.get $half))))
      (local.set $code (i32.add (local.get $code) (i32.shl (local.get $stride) (i32.const 1))))
      (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $vector) (local.get $end))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

  ;; The weighted distances of 16 slots at a time, after the fast scan of André, Kermarrec and Le Scouarnec (2015): the codes of
  ;; 16 slots lie side by side, byte by byte, and each half byte is looked up in a table of 16 distances (two tables a
  ;; byte, at $tables). A sum of eight bytes is at most 8 * 8 * 3 = 192. Slots whose byte at $mask is 0 get 65535.
  ;; $count is rounded up to 16: what lies beyond it is masked. $bytes, of one code's head, is a multiple of 8.
  (func (export "distances")
    (param $codes i32) (param $mask i32) (param $out i32) (param $count i32) (param $tables i32) (param $bytes i32)
    (local $end i32) (local $tablesEnd i32) (local $table i32)
    (local $codes8 v128) (local $sum v128) (local $low v128) (local $high v128) (local $masked v128)
    (local.set $end (i32.add (local.get $mask) (local.get $count)))
    (local.set $tablesEnd (i32.add (local.get $tables) (i32.shl (local.get $bytes) (i32.const 5))))
    (loop $next
      (local.set $table (local.get $tables))
      (local.set $low (v128.const i64x2 0 0))
      (local.set $high (v128.const i64x2 0 0))
      (loop $eight
        (local.set $sum (v128.const i64x2 0 0))
        (local.set $codes8 (v128.load offset=0 (local.get $codes)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.swizzle (v128.load offset=0 (local.get $table)) (v128.and (local.get $codes8) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (i8x16.swizzle (v128.load offset=16 (local.get $table)) (v128.and (i16x8.shr_u (local.get $codes8) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
        (local.set $codes8 (v128.load offset=16 (local.get $codes)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.swizzle (v128.load offset=32 (local.get $table)) (v128.and (local.get $codes8) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (i8x16.swizzle (v128.load offset=48 (local.get $table)) (v128.and (i16x8.shr_u (local.get $codes8) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
        (local.set $codes8 (v128.load offset=32 (local.get $codes)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.swizzle (v128.load offset=64 (local.get $table)) (v128.and (local.get $codes8) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (i8x16.swizzle (v128.load offset=80 (local.get $table)) (v128.and (i16x8.shr_u (local.get $codes8) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
        (local.set $codes8 (v128.load offset=48 (local.get $codes)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.swizzle (v128.load offset=96 (local.get $table)) (v128.and (local.get $codes8) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (i8x16.swizzle (v128.load offset=112 (local.get $table)) (v128.and (i16x8.shr_u (local.get $codes8) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
        (local.set $codes8 (v128.load offset=64 (local.get $codes)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.swizzle (v128.load offset=128 (local.get $table)) (v128.and (local.get $codes8) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (i8x16.swizzle (v128.load offset=144 (local.get $table)) (v128.and (i16x8.shr_u (local.get $codes8) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
        (local.set $codes8 (v128.load offset=80 (local.get $codes)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.swizzle (v128.load offset=160 (local.get $table)) (v128.and (local.get $codes8) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (i8x16.swizzle (v128.load offset=176 (local.get $table)) (v128.and (i16x8.shr_u (local.get $codes8) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
        (local.set $codes8 (v128.load offset=96 (local.get $codes)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.swizzle (v128.load offset=192 (local.get $table)) (v128.and (local.get $codes8) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (i8x16.swizzle (v128.load offset=208 (local.get $table)) (v128.and (i16x8.shr_u (local.get $codes8) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
        (local.set $codes8 (v128.load offset=112 (local.get $codes)))
        (local.set $sum (i8x16.add (local.get $sum) (i8x16.add
          (i8x16.swizzle (v128.load offset=224 (local.get $table)) (v128.and (local.get $codes8) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
          (i8x16.swizzle (v128.load offset=240 (local.get $table)) (v128.and (i16x8.shr_u (local.get $codes8) (i32.const 4)) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f))))))
        (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $sum))))
        (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $sum))))
        (local.set $codes (i32.add (local.get $codes) (i32.const 128)))
        (local.set $table (i32.add (local.get $table) (i32.const 256)))
        (br_if $eight (i32.lt_u (local.get $table) (local.get $tablesEnd))))
      (local.set $masked (v128.load (local.get $mask)))
      (v128.store (local.get $out)
        (v128.or (local.get $low) (i16x8.eq (i16x8.extend_low_i8x16_u (local.get $masked)) (v128.const i64x2 0 0))))
      (v128.store offset=16 (local.get $out)
        (v128.or (local.get $high) (i16x8.eq (i16x8.extend_high_i8x16_u (local.get $masked)) (v128.const i64x2 0 0))))
      (local.set $out (i32.add (local.get $out) (i32.const 32)))
      (local.set $mask (i32.add (local.get $mask) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $mask) (local.get $end)))))

  ;; Counts the distances of `count` slots in the histogram, but for those of 65535.
  (func (export "count") (param $distances i32) (param $count i32) (param $histogram i32)
    (local $end i32) (local $distance i32) (local $bin i32)
    (local.set $end (i32.add (local.get $distances) (i32.shl (local.get $count) (i32.const 1))))
    (loop $next
      (local.set $distance (i32.load16_u (local.get $distances)))
      (if (i32.ne (local.get $distance) (i32.const 65535))
        (then
          (local.set $bin (i32.add (local.get $histogram) (i32.shl (local.get $distance) (i32.const 2))))
          (i32.store (local.get $bin) (i32.add (i32.load (local.get $bin)) (i32.const 1)))))
      (local.set $distances (i32.add (local.get $distances) (i32.const 2)))
      (br_if $next (i32.lt_u (local.get $distances) (local.get $end)))))

  ;; Lists the places of `count` distances that are below $distance, and the first $ties of those at it, in order. With $only,
  ;; the others get 65535. Eight at a time: most groups hold none. Gives how many were listed, and 65536 for each tie.
  (func (export "within")
    (param $distances i32) (param $count i32) (param $list i32) (param $distance i32) (param $ties i32) (param $only i32) (result i32)
    (local $place i32) (local $at i32) (local $bits i32) (local $found i32) (local $listed i32) (local $tied i32)
    (local $limit v128) (local $lanes v128) (local $near v128)
    (local.set $limit (i16x8.splat (local.get $distance)))
    (loop $next
      (local.set $at (i32.add (local.get $distances) (i32.shl (local.get $place) (i32.const 1))))
      (local.set $lanes (v128.load (local.get $at)))
      (local.set $near (i16x8.le_u (local.get $lanes) (local.get $limit)))
      (if (local.get $only) (then (v128.store (local.get $at) (v128.or (local.get $lanes) (v128.not (local.get $near))))))
      (local.set $bits (i16x8.bitmask (local.get $near)))
      (block $none
        (br_if $none (i32.eqz (local.get $bits)))
        (loop $lane
          (local.set $at
            (i32.add (local.get $distances) (i32.shl (i32.add (local.get $place) (i32.ctz (local.get $bits))) (i32.const 1))))
          (local.set $found (i32.load16_u (local.get $at)))
          (block $out
            (if (i32.eq (local.get $found) (local.get $distance))
              (then
                (if (i32.ge_s (local.get $tied) (local.get $ties))
                  (then
                    (if (local.get $only) (then (i32.store16 (local.get $at) (i32.const 65535))))
                    (br $out)))
                (local.set $tied (i32.add (local.get $tied) (i32.const 1)))))
            (i32.store
              (i32.add (local.get $list) (i32.shl (local.get $listed) (i32.const 2)))
              (i32.add (local.get $place) (i32.ctz (local.get $bits))))
            (local.set $listed (i32.add (local.get $listed) (i32.const 1))))
          (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
          (br_if $lane (local.get $bits))))
      (local.set $place (i32.add (local.get $place) (i32.const 8)))
      (br_if $next (i32.lt_u (local.get $place) (local.get $count))))
    (i32.add (local.get $listed) (i32.shl (local.get $tied) (i32.const 16))))

  ;; Adds, for each listed place, the distance of its tail code to the distance of its head that stands at $out, and counts
  ;; the sum in the histogram. $planes are those of the tail's words, $dimensions the tail's.
  (func (export "refine")
    (param $tails i32) (param $list i32) (param $count i32) (param $out i32)
    (param $planes i32) (param $histogram i32) (param $dimensions i32)
    (local $end i32) (local $planesEnd i32) (local $code i32) (local $plane i32) (local $at i32) (local $distance i32) (local $bin i32)
    (local $differs v128) (local $high v128) (local $sum v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (local.set $planesEnd
      (i32.add (local.get $planes) (i32.mul (i32.const 48) (i32.shr_u (local.get $dimensions) (i32.const 7)))))
    (loop $next
      (local.set $code
        (i32.add (local.get $tails) (i32.mul (i32.load (local.get $list)) (i32.shr_u (local.get $dimensions) (i32.const 3)))))
      (local.set $plane (local.get $planes))
      (local.set $sum (v128.const i64x2 0 0))
      (loop $word
        (local.set $differs (v128.xor (v128.load (local.get $code)) (v128.load (local.get $plane))))
        (local.set $high (i8x16.popcnt (v128.and (local.get $differs) (v128.load offset=32 (local.get $plane)))))
        (local.set $sum
          (i16x8.add
            (local.get $sum)
            (i16x8.extadd_pairwise_i8x16_u
              (i8x16.add
                (i8x16.popcnt (v128.and (local.get $differs) (v128.load offset=16 (local.get $plane))))
                (i8x16.add (local.get $high) (local.get $high))))))
        (local.set $code (i32.add (local.get $code) (i32.const 16)))
        (local.set $plane (i32.add (local.get $plane) (i32.const 48)))
        (br_if $word (i32.lt_u (local.get $plane) (local.get $planesEnd))))
      (local.set $sum (i32x4.extadd_pairwise_i16x8_u (local.get $sum)))
      (local.set $at (i32.add (local.get $out) (i32.shl (i32.load (local.get $list)) (i32.const 1))))
      (local.set $distance
        (i32.add
          (i32.load16_u (local.get $at))
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
      (i32.store16 (local.get $at) (local.get $distance))
      (local.set $bin (i32.add (local.get $histogram) (i32.shl (local.get $distance) (i32.const 2))))
      (i32.store (local.get $bin) (i32.add (i32.load (local.get $bin)) (i32.const 1)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $list) (local.get $end)))))

  ;; Cosines of the `count` listed vectors to the int16 query, as f32. $scale points at the query's inverse norm (f64).
  ;; A lane sums at most 1024 products of 128 * 16383: just below 2^31.
  (func (export "scores")
    (param $vectors i32) (param $inverseNorms i32) (param $list i32) (param $count i32) (param $out i32)
    (param $query i32) (param $scale i32) (param $dimensions i32)
    (local $end i32) (local $index i32) (local $vector i32) (local $vectorEnd i32) (local $lanes i32)
    (local $sum v128) (local $other v128) (local $total v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $index (i32.load (local.get $list)))
      (local.set $vector (i32.add (local.get $vectors) (i32.mul (local.get $index) (local.get $dimensions))))
      (local.set $vectorEnd (i32.add (local.get $vector) (local.get $dimensions)))
      (local.set $lanes (local.get $query))
      (local.set $sum (v128.const i64x2 0 0))
      (local.set $other (v128.const i64x2 0 0))
      (loop $eights
        (local.set $sum (i32x4.add (local.get $sum)
          (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $vector)) (v128.load (local.get $lanes)))))
        (local.set $other (i32x4.add (local.get $other)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $vector)) (v128.load offset=16 (local.get $lanes)))))
        (local.set $sum (i32x4.add (local.get $sum)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $vector)) (v128.load offset=32 (local.get $lanes)))))
        (local.set $other (i32x4.add (local.get $other)
          (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $vector)) (v128.load offset=48 (local.get $lanes)))))
        (local.set $vector (i32.add (local.get $vector) (i32.const 32)))
        (local.set $lanes (i32.add (local.get $lanes) (i32.const 64)))
        (br_if $eights (i32.lt_u (local.get $vector) (local.get $vectorEnd))))
      (local.set $sum (i32x4.add (local.get $sum) (local.get $other)))
      (local.set $total
        (f64x2.add
          (f64x2.convert_low_i32x4_s (local.get $sum))
          (f64x2.convert_low_i32x4_s
            (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sum) (local.get $sum)))))
      (f32.store
        (local.get $out)
        (f32.demote_f64
          (f64.mul
            (f64.mul
              (f64.add (f64x2.extract_lane 0 (local.get $total)) (f64x2.extract_lane 1 (local.get $total)))
              (f64.load (local.get $scale)))
            (f64.promote_f32
              (f32.load (i32.add (local.get $inverseNorms) (i32.shl (local.get $index) (i32.const 2))))))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $list (i32.add (local.get $list) (i32.const 4)))
      (br_if $next (i32.lt_u (local.get $list) (local.get $end))))))
