<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Experience</name>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Time / original</source>
        <translation>耗时 / 原始模型</translation>
    </message>
    <message>
        <source>Trust now</source>
        <translation>当前可信度</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>✕ failed</source>
        <translation>✕ 失败</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>✓ faster</source>
        <translation>✓ 更快</translation>
    </message>
    <message>
        <source>! slower</source>
        <translation>! 更慢</translation>
    </message>
    <message>
        <source>○ no difference shown</source>
        <translation>○ 未见差异</translation>
    </message>
    <message>
        <source>Trust when it was stored: %1</source>
        <translation>存入时的可信度：%1</translation>
    </message>
    <message>
        <source>Trust when stored</source>
        <translation>存入时的可信度</translation>
    </message>
    <message>
        <source>Failure</source>
        <translation>失败原因</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>图改写</translation>
    </message>
    <message>
        <source>%1, relative to the original</source>
        <translation>%1（相对于原始模型）</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>metric, source</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Environment: %1</source>
        <translation>环境：%1</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Model&apos;s hash</source>
        <translation>模型哈希</translation>
    </message>
    <message>
        <source>%1, revision %2</source>
        <comment>device</comment>
        <translation>%1，修订 %2</translation>
    </message>
</context>
<context>
    <name>FieldChanges</name>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
</context>
<context>
    <name>WhatIfPage</name>
    <message>
        <source>× %1</source>
        <comment>factor</comment>
        <translation>× %1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ComparisonTexts</name>
    <message>
        <source>%1 was not probed there.</source>
        <translation>%1 在此处未做微基准测试。</translation>
    </message>
    <message>
        <source>Median %1, measured</source>
        <translation>中位数 %1，实测</translation>
    </message>
    <message>
        <source>The datasheet allows %1: %2 of it is reached</source>
        <translation>数据手册允许 %1：达到其 %2</translation>
    </message>
    <message>
        <source>The datasheet says nothing about this.</source>
        <translation>数据手册对此没有说明。</translation>
    </message>
    <message>
        <source>%1 of the datasheet&apos;s roofline</source>
        <translation>数据手册屋顶线的 %1</translation>
    </message>
    <message>
        <source>The runs have no case of %1 in common.</source>
        <translation>两次运行没有共同的 %1 用例。</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>ratio of times</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>%1: time now over time then, measured; cases: %2</source>
        <translation>%1：现在与当时的时间之比，实测；用例数：%2</translation>
    </message>
    <message>
        <source>half the time</source>
        <translation>时间减半</translation>
    </message>
    <message>
        <source>twice the time</source>
        <translation>时间加倍</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::FindingTexts</name>
    <message>
        <source>Capacity of a cache</source>
        <translation>缓存容量</translation>
    </message>
    <message>
        <source>int8 runs as float</source>
        <translation>int8 实际按浮点运行</translation>
    </message>
    <message>
        <source>fp16 runs as float</source>
        <translation>fp16 实际按 fp32 运行</translation>
    </message>
    <message>
        <source>Slower than fp32</source>
        <translation>比 fp32 慢</translation>
    </message>
    <message>
        <source>Runs as other operators</source>
        <translation>拆成其他算子运行</translation>
    </message>
    <message>
        <source>Runs somewhere else</source>
        <translation>在别处运行</translation>
    </message>
    <message>
        <source>Step of alignment</source>
        <translation>对齐步长</translation>
    </message>
    <message>
        <source>Slow first inference</source>
        <translation>首次推理慢</translation>
    </message>
    <message>
        <source>Faster only at the start</source>
        <translation>仅开始时较快</translation>
    </message>
    <message>
        <source>Slower the longer it runs</source>
        <translation>运行越久越慢</translation>
    </message>
    <message>
        <source>Useful concurrent instances</source>
        <translation>有用的并发实例数</translation>
    </message>
    <message>
        <source>Gains little from threads</source>
        <translation>多线程收益很小</translation>
    </message>
    <message>
        <source>Does not run with open dimensions</source>
        <translation>不能以开放维度运行</translation>
    </message>
    <message>
        <source>Slower with open dimensions</source>
        <translation>开放维度较慢</translation>
    </message>
    <message>
        <source>Preferred layout</source>
        <translation>首选布局</translation>
    </message>
    <message>
        <source>Contradicts the profile</source>
        <translation>与配置档案矛盾</translation>
    </message>
    <message>
        <source>%1 %/min</source>
        <comment>rate lost each minute</comment>
        <translation>每分钟 %1 %</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>ratio</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>%1 [%2, %3]</source>
        <comment>value and interval</comment>
        <translation>%1 [%2, %3]</translation>
    </message>
    <message>
        <source>runs %1</source>
        <translation>运行 %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>%1 times the time at %2 channels</source>
        <translation>%2 个通道时耗时为 %1 倍</translation>
    </message>
    <message>
        <source>%1 times the throughput of one</source>
        <translation>吞吐量为单个的 %1 倍</translation>
    </message>
    <message>
        <source>stated %1, measured %2</source>
        <translation>声明 %1，实测 %2</translation>
    </message>
    <message>
        <source>clock %1 MHz</source>
        <translation>时钟 %1 MHz</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>Observations: %1</source>
        <translation>观测数：%1</translation>
    </message>
    <message>
        <source>Spread of one: %1</source>
        <translation>单次离散度：%1</translation>
    </message>
    <message>
        <source>all operators</source>
        <translation>全部算子</translation>
    </message>
    <message>
        <source>Slower than before</source>
        <translation>比以前慢</translation>
    </message>
    <message>
        <source>Faster than before</source>
        <translation>比以前快</translation>
    </message>
    <message>
        <source>time now over that of %1</source>
        <translation>现在的时间与 %1 的时间之比</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Environment changed</source>
        <translation>环境已改变</translation>
    </message>
    <message>
        <source>%1, now %2</source>
        <comment>before, now</comment>
        <translation>%1，现为 %2</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>全部核心</translation>
    </message>
    <message>
        <source>output channels</source>
        <translation>输出通道</translation>
    </message>
    <message>
        <source>input channels</source>
        <translation>输入通道</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列数</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::HeatMap</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>native</source>
        <translation>原生</translation>
    </message>
    <message>
        <source>decomposed</source>
        <translation>分解实现</translation>
    </message>
    <message>
        <source>emulated</source>
        <translation>仿真实现</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>symbol and meaning</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <comment>row, column: cell</comment>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>复制数据(&amp;D)</translation>
    </message>
    <message>
        <source>Copy as &amp;image</source>
        <translation>复制为图像(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Save as picture…</source>
        <translation>另存为图片(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Usual size</source>
        <translation>恢复大小(&amp;U)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::MatrixTexts</name>
    <message>
        <source>%1: %2</source>
        <comment>operator: state</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Speed class: %1</source>
        <translation>速度等级：%1</translation>
    </message>
    <message>
        <source>Smallest size: %1</source>
        <translation>最小尺寸：%1</translation>
    </message>
    <message>
        <source>Layout: %1</source>
        <translation>布局：%1</translation>
    </message>
    <message>
        <source>Fused forms: %1</source>
        <translation>融合形式：%1</translation>
    </message>
    <message>
        <source>fast</source>
        <translation>快</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>unsupported</source>
        <translation>不支持</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>超时</translation>
    </message>
    <message>
        <source>crashed</source>
        <translation>崩溃</translation>
    </message>
    <message>
        <source>Speed class</source>
        <translation>速度等级</translation>
    </message>
    <message>
        <source>Rate, GFLOP/s</source>
        <translation>速率（GFLOP/s）</translation>
    </message>
    <message>
        <source>Traffic, GB/s</source>
        <translation>访存（GB/s）</translation>
    </message>
    <message>
        <source>Time of the smallest size</source>
        <translation>最小尺寸的耗时</translation>
    </message>
    <message>
        <source>any type</source>
        <translation>任意类型</translation>
    </message>
    <message>
        <source>%1: %2, as the profile lists it</source>
        <translation>%1：%2（依硬件档案所列）</translation>
    </message>
    <message>
        <source>The profile says nothing about %1.</source>
        <translation>硬件档案没有说明 %1。</translation>
    </message>
    <message>
        <source>%1 was not probed there.</source>
        <translation>此处未测量 %1。</translation>
    </message>
    <message>
        <source>Median %1, measured</source>
        <translation>中位数 %1，实测</translation>
    </message>
    <message>
        <source>%1 of the roofline</source>
        <translation>屋顶线的 %1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProbeTexts</name>
    <message>
        <source>%1×</source>
        <comment>ratio</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>not native: %1</source>
        <translation>非原生：%1</translation>
    </message>
    <message>
        <source>%1, line %2 B</source>
        <translation>%1，缓存行 %2 B</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>数据量 %1</translation>
    </message>
    <message>
        <source>Launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>smallest model, wall clock</source>
        <translation>最小模型，墙钟时间</translation>
    </message>
    <message>
        <source>Speed-up of %1 threads</source>
        <translation>%1 线程的加速比</translation>
    </message>
    <message>
        <source>large convolution</source>
        <translation>大型卷积</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>sequential reads</source>
        <translation>顺序读</translation>
    </message>
    <message>
        <source>strided reads</source>
        <translation>跨步读</translation>
    </message>
    <message>
        <source>random reads</source>
        <translation>随机读</translation>
    </message>
    <message>
        <source>%1, earlier</source>
        <translation>%1（此前）</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Datasheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation>第 95 百分位</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>Speed class</source>
        <translation>速度等级</translation>
    </message>
    <message>
        <source>Earlier median</source>
        <translation>此前中位数</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>✕ %1</source>
        <translation>✕ %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>sign, ratio</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>fall at %1</source>
        <translation>在 %1 处下降</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>earlier</source>
        <translation>此前</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>理想</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>%1, 1 thread</source>
        <translation>%1，1 线程</translation>
    </message>
    <message>
        <source>%1, %2 threads</source>
        <translation>%1，%2 线程</translation>
    </message>
    <message>
        <source>%1, sequential reads</source>
        <translation>%1，顺序读</translation>
    </message>
    <message>
        <source>Memory, %1</source>
        <translation>内存，%1</translation>
    </message>
    <message>
        <source>Of the datasheet</source>
        <translation>相对数据手册</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>先前</translation>
    </message>
    <message>
        <source>end of %1 (%2)</source>
        <comment>cache, its size</comment>
        <translation>%1 的末端（%2）</translation>
    </message>
    <message>
        <source>Not stated; derived: %1</source>
        <translation>未注明；推导自：%1</translation>
    </message>
    <message>
        <source>%1 (derived)</source>
        <translation>%1（推导）</translation>
    </message>
    <message>
        <source>▲ %1</source>
        <translation>▲ %1</translation>
    </message>
    <message>
        <source>▼ %1</source>
        <translation>▼ %1</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <translation>≈ %1</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProfileFields</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Letters, digits and - _ . +; the file is called so</source>
        <translation>字母、数字和 - _ . +；文件以此命名</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>The kind of device</source>
        <translation>设备种类</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>厂商</translation>
    </message>
    <message>
        <source>Who makes it</source>
        <translation>制造者</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>One or two sentences</source>
        <translation>一两句话</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心数</translation>
    </message>
    <message>
        <source>Independent units that share the memory</source>
        <translation>共享内存的独立单元</translation>
    </message>
    <message>
        <source>Vector units per core</source>
        <translation>每核向量单元</translation>
    </message>
    <message>
        <source>Units that work on vectors side by side in one core</source>
        <translation>一个核心内并行处理向量的单元</translation>
    </message>
    <message>
        <source>Scalar units per core</source>
        <translation>每核标量单元</translation>
    </message>
    <message>
        <source>Units for single values in one core</source>
        <translation>一个核心内处理单个数值的单元</translation>
    </message>
    <message>
        <source>Clock frequency</source>
        <translation>时钟频率</translation>
    </message>
    <message>
        <source>Of the cores, sustained</source>
        <translation>核心的持续频率</translation>
    </message>
    <message>
        <source>Supported data types</source>
        <translation>支持的数据类型</translation>
    </message>
    <message>
        <source>Separated by commas: fp32, fp16, bf16, int8, …</source>
        <translation>以逗号分隔：fp32, fp16, bf16, int8, …</translation>
    </message>
    <message>
        <source>Matrix tile</source>
        <translation>矩阵分块</translation>
    </message>
    <message>
        <source>What the matrix unit multiplies at once: rows x columns x depth</source>
        <translation>矩阵单元一次相乘的大小：行 x 列 x 深度</translation>
    </message>
    <message>
        <source>Power limit</source>
        <translation>功耗上限</translation>
    </message>
    <message>
        <source>Design power or limit</source>
        <translation>设计功耗或上限</translation>
    </message>
    <message>
        <source>Temperature limit</source>
        <translation>温度上限</translation>
    </message>
    <message>
        <source>Above it the device slows down</source>
        <translation>超过后设备降速</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>对齐</translation>
    </message>
    <message>
        <source>Addresses of tensors are multiples of this power of two</source>
        <translation>张量地址是此 2 的幂的倍数</translation>
    </message>
    <message>
        <source>Fast operators</source>
        <translation>快速算子</translation>
    </message>
    <message>
        <source>Operator families, separated by commas: conv2d, matmul, …</source>
        <translation>算子族，以逗号分隔：conv2d, matmul, …</translation>
    </message>
    <message>
        <source>Medium operators</source>
        <translation>中速算子</translation>
    </message>
    <message>
        <source>Slow operators</source>
        <translation>慢速算子</translation>
    </message>
    <message>
        <source>Unsupported operators</source>
        <translation>不支持的算子</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Queues that run side by side</source>
        <translation>并行运行的队列</translation>
    </message>
    <message>
        <source>Launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>Time to start one operator, as documented</source>
        <translation>启动一个算子的时间，依文档</translation>
    </message>
    <message>
        <source>Launch overhead, measured</source>
        <translation>启动开销（实测）</translation>
    </message>
    <message>
        <source>Time to start one operator, as the microbenchmarks found it</source>
        <translation>启动一个算子的时间，由微基准测得</translation>
    </message>
    <message>
        <source>Dynamic shapes</source>
        <translation>动态形状</translation>
    </message>
    <message>
        <source>Whether dimensions may change from run to run</source>
        <translation>各次运行的维度是否可以变化</translation>
    </message>
    <message>
        <source>In-place operators</source>
        <translation>原地算子</translation>
    </message>
    <message>
        <source>Whether a result may take the place of its input</source>
        <translation>结果是否可以占用输入的位置</translation>
    </message>
    <message>
        <source>Schemes</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>per_tensor, per_channel, …, separated by commas</source>
        <translation>per_tensor, per_channel, …，以逗号分隔</translation>
    </message>
    <message>
        <source>Channel alignment</source>
        <translation>通道对齐</translation>
    </message>
    <message>
        <source>Channel counts that fill the units, separated by commas</source>
        <translation>能填满单元的通道数，以逗号分隔</translation>
    </message>
    <message>
        <source>Largest work ratio of a fused block</source>
        <translation>融合块的最大工作量比</translation>
    </message>
    <message>
        <source>A fused block holds at most this multiple of one unit&apos;s work; 2 when not given</source>
        <translation>融合块最多包含单个单元工作量的此倍数；未给出时为 2</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Its name: L1, shared, DRAM</source>
        <translation>名称：L1、shared、DRAM</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Of one instance: 32 KiB, 8 MiB</source>
        <translation>单个实例的大小：32 KiB、8 MiB</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Of one instance, as documented</source>
        <translation>单个实例，依文档</translation>
    </message>
    <message>
        <source>Bandwidth, measured</source>
        <translation>带宽（实测）</translation>
    </message>
    <message>
        <source>Sequential reads</source>
        <translation>顺序读</translation>
    </message>
    <message>
        <source>Bandwidth, strided</source>
        <translation>带宽（跨步）</translation>
    </message>
    <message>
        <source>Measured with strided reads</source>
        <translation>以跨步读实测</translation>
    </message>
    <message>
        <source>Bandwidth, random</source>
        <translation>带宽（随机）</translation>
    </message>
    <message>
        <source>Measured with random reads</source>
        <translation>以随机读实测</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Of one dependent load</source>
        <translation>一次相关加载的延迟</translation>
    </message>
    <message>
        <source>Instances</source>
        <translation>实例数</translation>
    </message>
    <message>
        <source>How many there are side by side</source>
        <translation>并列的数量</translation>
    </message>
    <message>
        <source>Cache line</source>
        <translation>缓存行</translation>
    </message>
    <message>
        <source>What is moved at least</source>
        <translation>最小搬运量</translation>
    </message>
    <message>
        <source>DMA burst</source>
        <translation>DMA 突发长度</translation>
    </message>
    <message>
        <source>What one transfer moves</source>
        <translation>一次传输的搬运量</translation>
    </message>
    <message>
        <source>Managed by</source>
        <translation>管理方</translation>
    </message>
    <message>
        <source>user: programs place data; hardware: a cache</source>
        <translation>user：由程序放置数据；hardware：缓存</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>标识</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Peak rates (datasheet)</source>
        <translation>峰值速率（数据手册）</translation>
    </message>
    <message>
        <source>Sustained rates (measured)</source>
        <translation>持续速率（实测）</translation>
    </message>
    <message>
        <source>Memory level</source>
        <translation>存储层级</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Scheduling</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>Fusion</source>
        <translation>融合</translation>
    </message>
    <message>
        <source>Of the whole device, as documented; a multiply-accumulate counts as two operations</source>
        <translation>整个设备，依文档；一次乘加计为两次运算</translation>
    </message>
    <message>
        <source>Of the whole device, as measured; a multiply-accumulate counts as two operations</source>
        <translation>整个设备，实测；一次乘加计为两次运算</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProfileFormModel</name>
    <message>
        <source>Memory level %1</source>
        <translation>存储层级 %1</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>value and unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>problem. remedy</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field: value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>来源</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProfileFormView</name>
    <message>
        <source>&amp;Edit value</source>
        <translation>编辑值(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Not known (remove)</source>
        <translation>设为未知（删除）(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Add memory level</source>
        <translation>添加存储层级(&amp;A)</translation>
    </message>
    <message>
        <source>Remove this &amp;memory level</source>
        <translation>删除此存储层级(&amp;M)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::ProfileListModel</name>
    <message>
        <source>%1, %2</source>
        <comment>name, kind and source</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::Quantity</name>
    <message>
        <source>%1 %2</source>
        <comment>number and unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 TOP/s</source>
        <translation>%1 TOP/s</translation>
    </message>
    <message>
        <source>%1 GOP/s</source>
        <translation>%1 GOP/s</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>%1 %</source>
        <comment>percent</comment>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>仿真</translation>
    </message>
    <message>
        <source>datasheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>entered by hand</source>
        <translation>手工输入</translation>
    </message>
    <message>
        <source>learned from runs</source>
        <translation>从运行中学得</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::RadarPlot</name>
    <message>
        <source>%1
%2: %3</source>
        <comment>device, property: value</comment>
        <translation>%1
%2：%3</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>复制数据(&amp;D)</translation>
    </message>
    <message>
        <source>Copy as &amp;image</source>
        <translation>复制为图像(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Save as picture…</source>
        <translation>另存为图片(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>&amp;Show all</source>
        <translation>显示全部(&amp;S)</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::RadarTexts</name>
    <message>
        <source>fp32 rate</source>
        <translation>fp32 速率</translation>
    </message>
    <message>
        <source>fp16 rate</source>
        <translation>fp16 速率</translation>
    </message>
    <message>
        <source>int8 rate</source>
        <translation>int8 速率</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>内存带宽</translation>
    </message>
    <message>
        <source>Memory size</source>
        <translation>内存容量</translation>
    </message>
    <message>
        <source>On-chip memory</source>
        <translation>片上存储</translation>
    </message>
    <message>
        <source>Launch overhead (small is outside)</source>
        <translation>启动开销（越小越靠外）</translation>
    </message>
    <message>
        <source>Power (small is outside)</source>
        <translation>功耗（越小越靠外）</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>metainfer::widgets::RooflineTexts</name>
    <message>
        <source>%1 says nothing about its bandwidth.</source>
        <translation>%1 没有说明带宽。</translation>
    </message>
    <message>
        <source>%1 says nothing about its rate at %2.</source>
        <translation>%1 没有说明 %2 的速率。</translation>
    </message>
    <message>
        <source>%1: the rate at %2 is not in the profile; assumed from %3.</source>
        <translation>%1：硬件档案中没有 %2 的速率；按 %3 推定。</translation>
    </message>
    <message>
        <source>%1: the bandwidth is assumed from %2.</source>
        <translation>%1：带宽按 %2 推定。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>memory level (device)</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <comment>device</comment>
        <translation>%1，实测</translation>
    </message>
    <message>
        <source>%1, levels</source>
        <comment>device</comment>
        <translation>%1，各层级</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::BandwidthPage</name>
    <message>
        <source>%1
%2: %3</source>
        <comment>series, size: bandwidth</comment>
        <translation>%1
%2：%3</translation>
    </message>
    <message>
        <source>Size of the data</source>
        <translation>数据大小</translation>
    </message>
    <message>
        <source>Bandwidth, GB/s</source>
        <translation>带宽（GB/s）</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>None of these profiles gives a bandwidth. Fill it in for the memory levels in the editor, or measure it in Microbenchmarks.</source>
        <translation>这些硬件档案都没有带宽。请在编辑器中为存储层级填写，或在“微基准”中测量。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::DifferencePage</name>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>not given</source>
        <translation>未给出</translation>
    </message>
    <message>
        <source>Check more profiles on the left to compare them.</source>
        <translation>请在左侧勾选更多硬件档案进行比较。</translation>
    </message>
    <message>
        <source>Differing fields: %1</source>
        <translation>不同的字段：%1</translation>
    </message>
    <message>
        <source>Fields: %1</source>
        <translation>字段：%1</translation>
    </message>
    <message>
        <source>Search fields and values</source>
        <translation>搜索字段和值</translation>
    </message>
    <message>
        <source>Only what &amp;differs</source>
        <translation>只看不同(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Sources too</source>
        <translation>包括来源(&amp;S)</translation>
    </message>
    <message>
        <source>Fields of the compared profiles</source>
        <translation>所比较硬件档案的字段</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ExperiencePlace</name>
    <message>
        <source>Experience</source>
        <translation>经验</translation>
    </message>
    <message>
        <source>What earlier sessions found out, and how far it is trusted</source>
        <translation>以往会话的发现及其可信度</translation>
    </message>
    <message>
        <source>This machine was probed. Records that are trusted more now: %1.</source>
        <translation>已对本机做微基准测试。可信度提高的记录数：%1。</translation>
    </message>
    <message>
        <source>This machine was probed. No older record gained trust: either none had lost any, or the machine does not run as it did then.</source>
        <translation>已对本机做微基准测试。没有旧记录的可信度提高：要么它们未曾失去可信度，要么本机的表现与当时不同。</translation>
    </message>
    <message>
        <source>All models</source>
        <translation>所有模型</translation>
    </message>
    <message>
        <source>All devices</source>
        <translation>所有设备</translation>
    </message>
    <message>
        <source>All rewrites</source>
        <translation>所有图改写</translation>
    </message>
    <message>
        <source>Any trust</source>
        <translation>任意可信度</translation>
    </message>
    <message>
        <source>Trust from %1</source>
        <translation>可信度不低于 %1</translation>
    </message>
    <message>
        <source>Least trust</source>
        <translation>最低可信度</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>任意时间</translation>
    </message>
    <message>
        <source>Last day</source>
        <translation>最近一天</translation>
    </message>
    <message>
        <source>Last week</source>
        <translation>最近一周</translation>
    </message>
    <message>
        <source>Last month</source>
        <translation>最近一月</translation>
    </message>
    <message>
        <source>Last quarter</source>
        <translation>最近一季度</translation>
    </message>
    <message>
        <source>Last year</source>
        <translation>最近一年</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Candidates: %1 · sessions: %2 · failed: %3 · timed operators: %4 · %5</source>
        <translation>候选：%1 · 会话：%2 · 失败：%3 · 计时算子：%4 · %5</translation>
    </message>
    <message>
        <source>Export experience</source>
        <translation>导出经验</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl)</source>
        <translation>JSON 行文件 (*.jsonl)</translation>
    </message>
    <message>
        <source>Exporting experience</source>
        <translation>正在导出经验</translation>
    </message>
    <message>
        <source>%1 records written to %2</source>
        <translation>已将 %1 条记录写入 %2</translation>
    </message>
    <message>
        <source>Import experience</source>
        <translation>导入经验</translation>
    </message>
    <message>
        <source>JSON lines (*.jsonl);;All files (*)</source>
        <translation>JSON 行文件 (*.jsonl);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Importing experience</source>
        <translation>正在导入经验</translation>
    </message>
    <message>
        <source>%1 lines are no valid records</source>
        <translation>%1 行不是有效记录</translation>
    </message>
    <message>
        <source>Experience imported. New records: %1, known already: %2.</source>
        <translation>已导入经验。新记录：%1，已有：%2。</translation>
    </message>
    <message>
        <source>Expiring experience</source>
        <translation>正在清理过期经验</translation>
    </message>
    <message>
        <source>Re-calibrate</source>
        <translation>重新校准</translation>
    </message>
    <message>
        <source>Microbenchmarks run for up to two minutes and compare this machine with what older records were measured under. Those that still hold are trusted again.

Start now?</source>
        <translation>微基准测试最多运行两分钟，将本机与旧记录测量时的环境进行比较。仍然成立的记录将重新被信任。

现在开始吗？</translation>
    </message>
    <message>
        <source>Re-calibrating experience</source>
        <translation>正在重新校准经验</translation>
    </message>
    <message>
        <source>Re-&amp;calibrate…</source>
        <translation>重新校准(&amp;C)…</translation>
    </message>
    <message>
        <source>Stop re-&amp;calibrating</source>
        <translation>停止重新校准(&amp;C)</translation>
    </message>
    <message>
        <source>No experience yet</source>
        <translation>尚无经验</translation>
    </message>
    <message>
        <source>Every session adds what it tried. Adapt a model, or import a colleague&apos;s experience.</source>
        <translation>每个会话都会添加其尝试结果。请迁移一个模型，或导入同事的经验。</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>刷新(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>E&amp;xpire…</source>
        <translation>清理过期(&amp;X)…</translation>
    </message>
    <message>
        <source>Remove records that are hardly trusted any more</source>
        <translation>移除几乎不再可信的记录</translation>
    </message>
    <message>
        <source>Probe this machine: older records are trusted again as far as they still hold</source>
        <translation>对本机做微基准测试：旧记录在仍然成立的范围内重新被信任</translation>
    </message>
    <message>
        <source>C&amp;lear filters</source>
        <translation>清除筛选(&amp;L)</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Trends</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>迁移</translation>
    </message>
    <message>
        <source>Views of experience</source>
        <translation>经验视图</translation>
    </message>
    <message>
        <source>Search in all columns</source>
        <translation>在所有列中搜索</translation>
    </message>
    <message>
        <source>Search experience</source>
        <translation>搜索经验</translation>
    </message>
    <message>
        <source>Records of experience</source>
        <translation>经验记录</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Details of the record</source>
        <translation>记录详情</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ExpireDialog</name>
    <message>
        <source>Expire experience</source>
        <translation>清理过期经验</translation>
    </message>
    <message>
        <source>Trust halves in three months. Records below this trust are removed from the store, and timed operators as old as they. This cannot be undone; an export beforehand keeps them.</source>
        <translation>可信度每三个月减半。低于此可信度的记录以及同样陈旧的算子计时将从存储中移除。此操作无法撤销；事先导出可以保留它们。</translation>
    </message>
    <message>
        <source>&amp;Least trust that is kept</source>
        <translation>保留的最低可信度(&amp;L)</translation>
    </message>
    <message>
        <source>Least trust that is kept</source>
        <translation>保留的最低可信度</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Records that would be removed: %1 of %2</source>
        <translation>将移除的记录：%1 / %2</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::HardwarePlace</name>
    <message>
        <source>Open hardware profile</source>
        <translation>打开硬件档案</translation>
    </message>
    <message>
        <source>Hardware profiles (*.yaml *.yml)</source>
        <translation>硬件档案 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假设分析</translation>
    </message>
    <message>
        <source>does not load</source>
        <translation>无法加载</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>%1 was changed and not saved.</source>
        <translation>%1 已更改但未保存。</translation>
    </message>
    <message>
        <source>Save or discard the changes?</source>
        <translation>保存还是放弃更改？</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>kind · description</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>This file does not load; its mistakes are marked below.</source>
        <translation>此文件无法加载；下方标出了其中的错误。</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>硬件</translation>
    </message>
    <message>
        <source>Edit hardware profiles and compare devices</source>
        <translation>编辑硬件档案并比较设备</translation>
    </message>
    <message>
        <source>Search profiles</source>
        <translation>搜索硬件档案</translation>
    </message>
    <message>
        <source>Hardware profiles</source>
        <translation>硬件档案</translation>
    </message>
    <message>
        <source>Check those to compare with the chosen one.</source>
        <translation>勾选要与当前档案比较的档案。</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Start an empty profile</source>
        <translation>新建空白硬件档案</translation>
    </message>
    <message>
        <source>Open a profile from a file</source>
        <translation>从文件打开硬件档案</translation>
    </message>
    <message>
        <source>No profile is open</source>
        <translation>没有打开硬件档案</translation>
    </message>
    <message>
        <source>Choose a profile on the left, start a new one, or drop a profile (.yaml) onto the window.</source>
        <translation>请在左侧选择硬件档案、新建一个，或将档案文件（.yaml）拖到窗口中。</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>编辑器</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>Radar</source>
        <translation>雷达图</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>相似设备</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Views of the profile</source>
        <translation>硬件档案的视图</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::HardwarePresenter</name>
    <message>
        <source>Reading the operators of %1</source>
        <translation>正在读取 %1 的算子</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::HistoryPage</name>
    <message>
        <source>first version</source>
        <translation>初始版本</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>This profile was never saved.</source>
        <translation>此硬件档案从未保存。</translation>
    </message>
    <message>
        <source>There are no earlier revisions. Every save makes one.</source>
        <translation>没有更早的修订。每次保存都会产生一个修订。</translation>
    </message>
    <message>
        <source>Choose an earlier revision to see what going back would change.</source>
        <translation>选择一个更早的修订，查看回退会改变什么。</translation>
    </message>
    <message>
        <source>Going back to revision %1 changes %2 of the fields</source>
        <translation>回退到修订 %1 将改变 %2 个字段</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Revision %1</source>
        <translation>修订 %1</translation>
    </message>
    <message>
        <source>Go back to an earlier revision</source>
        <translation>回退到更早的修订</translation>
    </message>
    <message>
        <source>Make revision %1 the newest one?</source>
        <translation>将修订 %1 设为最新修订吗？</translation>
    </message>
    <message>
        <source>The present content stays in the history, but changes that are not saved are lost.</source>
        <translation>当前内容会保留在历史中，但未保存的更改将丢失。</translation>
    </message>
    <message>
        <source>The present content stays in the history.</source>
        <translation>当前内容会保留在历史中。</translation>
    </message>
    <message>
        <source>Go bac&amp;k to this revision…</source>
        <translation>回退到此修订(&amp;K)…</translation>
    </message>
    <message>
        <source>Revisions of the profile</source>
        <translation>硬件档案的修订</translation>
    </message>
    <message>
        <source>What going back changes</source>
        <translation>回退带来的变化</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::MicrobenchmarksPlace</name>
    <message>
        <source>%1 Microbenchmarks can make up for it now.</source>
        <translation>%1可在“微基准”中立即补做。</translation>
    </message>
    <message>
        <source>Written as revision %1 to %2.</source>
        <translation>已作为修订 %1 写入 %2。</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>The scheduled run of %1 did not take place: the program was closed or could not start it.</source>
        <translation>计划于 %1 的运行没有进行：程序已关闭或无法启动它。</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Repeat</source>
        <translation>重新测量(&amp;R)</translation>
    </message>
    <message>
        <source>Operator rows (*.csv)</source>
        <translation>算子数据 (*.csv)</translation>
    </message>
    <message>
        <source>Everything (*.json)</source>
        <translation>全部数据 (*.json)</translation>
    </message>
    <message>
        <source>Export the results</source>
        <translation>导出结果</translation>
    </message>
    <message>
        <source>Import results of another machine or of the command line</source>
        <translation>导入另一台机器或命令行的结果</translation>
    </message>
    <message>
        <source>Results (*.json *.csv)</source>
        <translation>结果 (*.json *.csv)</translation>
    </message>
    <message>
        <source>microbenchmarks (%1)</source>
        <translation>微基准（%1）</translation>
    </message>
    <message>
        <source>Microbenchmarks</source>
        <translation>微基准</translation>
    </message>
    <message>
        <source>Measure what a device can do</source>
        <translation>测量设备的能力</translation>
    </message>
    <message>
        <source>Start microbenchmarks</source>
        <translation>开始微基准测量</translation>
    </message>
    <message>
        <source>Sto&amp;p</source>
        <translation>停止(&amp;P)</translation>
    </message>
    <message>
        <source>Go o&amp;n</source>
        <translation>继续(&amp;N)</translation>
    </message>
    <message>
        <source>Measure what is left; the rows so far stay</source>
        <translation>测量剩余部分；已有数据保留</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>导入(&amp;I)…</translation>
    </message>
    <message>
        <source>Results of another machine or of the command line: JSON, or rows as CSV</source>
        <translation>另一台机器或命令行的结果：JSON，或 CSV 格式的行</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Rows as CSV, or everything as JSON</source>
        <translation>将数据导出为 CSV，或将全部导出为 JSON</translation>
    </message>
    <message>
        <source>&amp;Write into the profile…</source>
        <translation>写入硬件档案(&amp;W)…</translation>
    </message>
    <message>
        <source>Shows what changes and asks before anything is written</source>
        <translation>先显示变化并询问，然后才写入</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>立即运行</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>略过</translation>
    </message>
    <message>
        <source>Nothing was measured yet</source>
        <translation>尚未测量</translation>
    </message>
    <message>
        <source>Microbenchmarks find out what this machine really computes and moves, so that predictions are good. The quick suite takes two minutes.</source>
        <translation>微基准测出这台机器真实的计算和访存能力，使预测更准确。快速套件约需两分钟。</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>! %1</source>
        <comment>warning</comment>
        <translation>! %1</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ModelChooser</name>
    <message>
        <source>Model whose operators are shown</source>
        <translation>显示其算子的模型</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Operators of &amp;model</source>
        <translation>模型的算子(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::OperatorsPage</name>
    <message>
        <source>&amp;Colour shows</source>
        <translation>颜色表示(&amp;C)</translation>
    </message>
    <message>
        <source>What the colour of a cell shows</source>
        <translation>单元格颜色的含义</translation>
    </message>
    <message>
        <source>Operators of the compared devices</source>
        <translation>所比较设备的算子</translation>
    </message>
    <message>
        <source>These profiles name no operators. List fast, medium, slow and unsupported ones in the editor, or measure them in Microbenchmarks.</source>
        <translation>这些硬件档案没有列出算子。请在编辑器中列出快、中、慢和不支持的算子，或在“微基准”中测量。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProbeForm</name>
    <message>
        <source>Next run: %1, while this window is open. The command line below, in cron, does it always.</source>
        <translation>下次运行：%1（此窗口打开时）。把下面的命令行放入 cron 则始终运行。</translation>
    </message>
    <message>
        <source>Choose the machine, the operators, or both.</source>
        <translation>请选择机器、算子，或两者。</translation>
    </message>
    <message>
        <source>Choose at least one data type for the operators.</source>
        <translation>请为算子至少选择一种数据类型。</translation>
    </message>
    <message>
        <source>A few rows in seconds: a first look.</source>
        <translation>几秒内得到少量数据：初步了解。</translation>
    </message>
    <message>
        <source>Two minutes at most: enough for good predictions.</source>
        <translation>最多两分钟：足以得到良好的预测。</translation>
    </message>
    <message>
        <source>All sizes of all operators; can be stopped and gone on with.</source>
        <translation>所有算子的所有尺寸；可以停止后再继续。</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>This machine (local)</source>
        <translation>本机（local）</translation>
    </message>
    <message>
        <source>Sui&amp;te</source>
        <translation>套件(&amp;T)</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>精简</translation>
    </message>
    <message>
        <source>Quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>What to measure</source>
        <translation>测量内容</translation>
    </message>
    <message>
        <source>M&amp;achine: rates, bandwidth, overheads</source>
        <translation>机器：速率、带宽、开销(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Operators in the runtime</source>
        <translation>运行时中的算子(&amp;O)</translation>
    </message>
    <message>
        <source>Data types</source>
        <translation>数据类型</translation>
    </message>
    <message>
        <source>Fami&amp;lies and shapes (none: all)</source>
        <translation>算子族与形状（不选则全部）(&amp;L)</translation>
    </message>
    <message>
        <source>Search families and shapes</source>
        <translation>搜索算子族与形状</translation>
    </message>
    <message>
        <source>Operator families and shapes</source>
        <translation>算子族与形状</translation>
    </message>
    <message>
        <source>Sched&amp;ule</source>
        <translation>定时(&amp;U)</translation>
    </message>
    <message>
        <source>Time of day</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>only when started</source>
        <translation>仅手动启动</translation>
    </message>
    <message>
        <source>every hour</source>
        <translation>每小时</translation>
    </message>
    <message>
        <source>every 6 hours</source>
        <translation>每 6 小时</translation>
    </message>
    <message>
        <source>every day</source>
        <translation>每天</translation>
    </message>
    <message>
        <source>every week</source>
        <translation>每周</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>套件</translation>
    </message>
    <message>
        <source>Ti&amp;me limit</source>
        <translation>时间限制(&amp;M)</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>时间限制</translation>
    </message>
    <message>
        <source>as the suite</source>
        <translation>按套件</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>This machine, runtime %1</source>
        <translation>本机，运行时 %1</translation>
    </message>
    <message>
        <source>%1, runtime %2</source>
        <comment>device</comment>
        <translation>%1，运行时 %2</translation>
    </message>
    <message>
        <source>There is no device %1 any more; choose another one.</source>
        <translation>设备 %1 已不存在；请选择其他设备。</translation>
    </message>
    <message>
        <source>Starts %1, while this window is open; when the device is busy then, it waits for its turn. The command line below does it without the window.</source>
        <translation>将于 %1 启动（须保持此窗口打开）；届时若设备正忙，则排队等待。下面的命令行无需窗口即可完成。</translation>
    </message>
    <message>
        <source>When it starts</source>
        <translation>启动时间</translation>
    </message>
    <message>
        <source>Minutes until it starts</source>
        <translation>距启动的分钟数</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Nothing starts by itself any more</source>
        <translation>不再自动启动</translation>
    </message>
    <message>
        <source>Cancel what is planned</source>
        <translation>取消已计划的运行</translation>
    </message>
    <message>
        <source>once, at</source>
        <translation>一次，定时于</translation>
    </message>
    <message>
        <source>once, after</source>
        <translation>一次，延后</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProbePresenter</name>
    <message>
        <source>Microbenchmarks of %1</source>
        <translation>%1 的微基准</translation>
    </message>
    <message>
        <source>Importing %1</source>
        <translation>正在导入 %1</translation>
    </message>
    <message>
        <source>%1 was changed since the run ended; nothing was written</source>
        <translation>%1 在测量结束后已被更改；未写入任何内容</translation>
    </message>
    <message>
        <source>The differences were worked out again: look at them once more.</source>
        <translation>差异已重新计算：请再查看一次。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProbeResults</name>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>What the numbers mean</source>
        <translation>数值的含义</translation>
    </message>
    <message>
        <source>reduced</source>
        <translation>精简</translation>
    </message>
    <message>
        <source>quick</source>
        <translation>快速</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>noisy</source>
        <translation>有噪声</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>无效</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>date and suite of a run</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Measuring. Operator cases so far: %1</source>
        <translation>正在测量。已完成的算子用例：%1</translation>
    </message>
    <message>
        <source>%1 · operator cases: %2 · took %3 · all numbers are measured (%4)</source>
        <translation>%1 · 算子用例：%2 · 用时 %3 · 所有数值均为实测（%4）</translation>
    </message>
    <message>
        <source>Stopped. Operator cases measured: %1</source>
        <translation>已停止。已测量的算子用例：%1</translation>
    </message>
    <message>
        <source>Start a run, or choose one of the earlier runs.</source>
        <translation>开始一次测量，或选择一次此前的测量。</translation>
    </message>
    <message>
        <source>Size of the data</source>
        <translation>数据大小</translation>
    </message>
    <message>
        <source>Bandwidth, GB/s</source>
        <translation>带宽（GB/s）</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Speed-up over one thread</source>
        <translation>相对单线程的加速比</translation>
    </message>
    <message>
        <source>%1
%2: %3</source>
        <comment>series, size: bandwidth</comment>
        <translation>%1
%2：%3</translation>
    </message>
    <message>
        <source>Not measured: %1</source>
        <translation>未测量：%1</translation>
    </message>
    <message>
        <source>Operator cases left out at the time limit: %1</source>
        <translation>因时间限制而略过的算子用例：%1</translation>
    </message>
    <message>
        <source>No operator was measured. Check &quot;Operators in the runtime&quot; on the left and start again.</source>
        <translation>没有测量算子。请在左侧勾选“运行时中的算子”后重新开始。</translation>
    </message>
    <message>
        <source>Measuring. Operators appear here as soon as they are measured.</source>
        <translation>正在测量。算子测量后即显示在此处。</translation>
    </message>
    <message>
        <source>Choose a datasheet above: the profile of this processor.</source>
        <translation>请在上方选择数据手册：该处理器的档案。</translation>
    </message>
    <message>
        <source>Choose an earlier run to compare with above.</source>
        <translation>请在上方选择要比较的此前的测量。</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>&amp;Compare with</source>
        <translation>比较对象(&amp;C)</translation>
    </message>
    <message>
        <source>Datasheet</source>
        <translation>数据手册</translation>
    </message>
    <message>
        <source>Colour shows</source>
        <translation>颜色表示</translation>
    </message>
    <message>
        <source>Run that is shown</source>
        <translation>所显示的测量</translation>
    </message>
    <message>
        <source>Earlier run to compare with</source>
        <translation>用于比较的此前测量</translation>
    </message>
    <message>
        <source>Profile whose datasheet values are compared</source>
        <translation>用于比较数据手册数值的硬件档案</translation>
    </message>
    <message>
        <source>What the colour of a cell shows</source>
        <translation>单元格颜色的含义</translation>
    </message>
    <message>
        <source>Share of the roofline</source>
        <translation>占屋顶线的比例</translation>
    </message>
    <message>
        <source>Share of the datasheet&apos;s roofline</source>
        <translation>占数据手册屋顶线的比例</translation>
    </message>
    <message>
        <source>Time against the earlier run</source>
        <translation>与此前的测量的时间之比</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Views of the results</source>
        <translation>结果视图</translation>
    </message>
    <message>
        <source>What the machine can do</source>
        <translation>机器的能力</translation>
    </message>
    <message>
        <source>Operator cases</source>
        <translation>算子用例</translation>
    </message>
    <message>
        <source>Operators by data type and layout</source>
        <translation>按数据类型和布局排列的算子</translation>
    </message>
    <message>
        <source>Bandwidth over the size of the data</source>
        <translation>带宽随数据大小的变化</translation>
    </message>
    <message>
        <source>The bandwidth was not measured. Check &quot;Machine&quot; on the left and start again.</source>
        <translation>没有测量带宽。请在左侧勾选“机器”后重新开始。</translation>
    </message>
    <message>
        <source>Speed-up over threads</source>
        <translation>加速比随线程数的变化</translation>
    </message>
    <message>
        <source>Scaling was not measured, or there is only one core.</source>
        <translation>没有测量扩展性，或只有一个核心。</translation>
    </message>
    <message>
        <source>◷ %1. It goes on by itself as soon as it is its turn.</source>
        <comment>who measures meanwhile</comment>
        <translation>◷ %1。轮到时会自动继续。</translation>
    </message>
    <message>
        <source>Rates, caches and overheads stand here when the run has ended.</source>
        <translation>运行结束后，速率、缓存和开销显示在这里。</translation>
    </message>
    <message>
        <source>Operator cases stand here as soon as they are measured.</source>
        <translation>算子用例测量后立即显示在这里。</translation>
    </message>
    <message>
        <source>What the numbers mean, and what changed since the run before, stands here when the run has ended.</source>
        <translation>运行结束后，数值的含义以及相对上次运行的变化显示在这里。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProfileCatalogue</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>NPU</source>
        <translation>NPU</translation>
    </message>
    <message>
        <source>FPGA</source>
        <translation>FPGA</translation>
    </message>
    <message>
        <source>ASIC</source>
        <translation>ASIC</translation>
    </message>
    <message>
        <source>DSP</source>
        <translation>DSP</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProfileDocument</name>
    <message>
        <source>Edit the text</source>
        <translation>编辑文本</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>problem: remedy</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改“%1”</translation>
    </message>
    <message>
        <source>Add a memory level</source>
        <translation>添加存储层级</translation>
    </message>
    <message>
        <source>Remove a memory level</source>
        <translation>删除存储层级</translation>
    </message>
    <message>
        <source>the profile holds mistakes and was not stored</source>
        <translation>硬件档案含有错误，未保存</translation>
    </message>
    <message>
        <source>Correct the marked lines first.</source>
        <translation>请先改正标出的各行。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::ProfileEditorPage</name>
    <message>
        <source>%1. %2</source>
        <comment>problem. remedy</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Changed, not saved</source>
        <translation>已更改，未保存</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Add memory &amp;level</source>
        <translation>添加存储层级(&amp;L)</translation>
    </message>
    <message>
        <source>Undo the last step</source>
        <translation>撤销上一步</translation>
    </message>
    <message>
        <source>Do the undone step again</source>
        <translation>重做已撤销的步骤</translation>
    </message>
    <message>
        <source>Fields of the profile</source>
        <translation>硬件档案的字段</translation>
    </message>
    <message>
        <source>YAML of the profile</source>
        <translation>硬件档案的 YAML</translation>
    </message>
    <message>
        <source>Mistakes in the profile</source>
        <translation>硬件档案中的错误</translation>
    </message>
    <message>
        <source>The YAML holds mistakes: the form shows the last profile that was right and takes values again once they are corrected.</source>
        <translation>YAML 含有错误：表单显示最后一份正确的硬件档案，改正后可再次输入。</translation>
    </message>
    <message>
        <source>Profile actions</source>
        <translation>硬件档案操作</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::RadarPage</name>
    <message>
        <source>Radar of the compared devices</source>
        <translation>所比较设备的雷达图</translation>
    </message>
    <message>
        <source>Fewer than three properties are known of these devices. Fill in rates, bandwidths and sizes in the editor, or check a better known profile on the left.</source>
        <translation>这些设备的已知属性少于三项。请在编辑器中填写速率、带宽和大小，或在左侧勾选资料更完整的硬件档案。</translation>
    </message>
    <message>
        <source>Each axis is logarithmic from the least to the greatest of all known profiles; outside is better. A gap means: not known.</source>
        <translation>每条轴均为对数刻度，范围取所有已知硬件档案的最小值到最大值；越靠外越好。缺口表示未知。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::RooflinePage</name>
    <message>
        <source>Arithmetic intensity, FLOP/byte</source>
        <translation>计算强度（FLOP/字节）</translation>
    </message>
    <message>
        <source>Rate, GFLOP/s</source>
        <translation>速率（GFLOP/s）</translation>
    </message>
    <message>
        <source>%1 FLOP/byte, %2</source>
        <translation>%1 FLOP/字节，%2</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <comment>name
place</comment>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>%1 (%2)
%3
%4 predicted, with launch overhead</source>
        <translation>%1（%2）
%3
预测 %4，含启动开销</translation>
    </message>
    <message>
        <source>Predicted time</source>
        <translation>预测时间</translation>
    </message>
    <message>
        <source>The operators of %1 (%2) at the rate that roofline and launch overhead allow: predicted, batch 1.</source>
        <translation>%1 的算子（%2 个），位于屋顶线与启动开销所允许的速率处：预测值，批大小 1。</translation>
    </message>
    <message>
        <source>Left out, because their shapes are not known: %1.</source>
        <translation>因形状未知而略去：%1。</translation>
    </message>
    <message>
        <source>Data &amp;type</source>
        <translation>数据类型(&amp;T)</translation>
    </message>
    <message>
        <source>Data type of the roofline</source>
        <translation>屋顶线的数据类型</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>No profile with a rate and a bandwidth is shown. Choose one on the left, or fill in peak rates and bandwidths in the editor.</source>
        <translation>没有同时具有速率和带宽的硬件档案。请在左侧选择一个，或在编辑器中填写峰值速率和带宽。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SaveDialog</name>
    <message>
        <source>Save the profile</source>
        <translation>保存硬件档案</translation>
    </message>
    <message>
        <source>A new revision is written to %1</source>
        <translation>新修订将写入 %1</translation>
    </message>
    <message>
        <source>A profile of this name exists there already; its present content stays in its history. Change the name to keep both apart.</source>
        <translation>该处已有同名硬件档案；其当前内容会保留在历史中。更改名称可将两者分开。</translation>
    </message>
    <message>
        <source>Changed fields</source>
        <translation>更改的字段</translation>
    </message>
    <message>
        <source>Nothing differs from what is stored.</source>
        <translation>与已保存的内容没有差异。</translation>
    </message>
    <message>
        <source>Fields that change: %1</source>
        <translation>将更改的字段：%1</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>&amp;Reason of the change</source>
        <translation>更改原因(&amp;R)</translation>
    </message>
    <message>
        <source>For example: clock as in the new board revision</source>
        <translation>例如：按新版电路板的时钟频率</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::SimilarPage</name>
    <message>
        <source>far: says little</source>
        <translation>较远：参考价值不大</translation>
    </message>
    <message>
        <source>perhaps near: too little is known of both</source>
        <translation>可能相近：双方已知信息太少</translation>
    </message>
    <message>
        <source>near</source>
        <translation>相近</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Known on both sides</source>
        <translation>双方已知</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>Why %1:</source>
        <translation>为什么是 %1：</translation>
    </message>
    <message>
        <source>• %1</source>
        <translation>• %1</translation>
    </message>
    <message>
        <source>The nearest known devices by their profiles: what was learned on a near one is worth trying here. Enter or a double click compares with it.</source>
        <translation>按硬件档案最相近的已知设备：在相近设备上学到的经验值得在此尝试。按回车或双击可与其比较。</translation>
    </message>
    <message>
        <source>&amp;Compare with this device</source>
        <translation>与此设备比较(&amp;C)</translation>
    </message>
    <message>
        <source>Devices like this one</source>
        <translation>与此相似的设备</translation>
    </message>
    <message>
        <source>Reasons</source>
        <translation>原因</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::TransferPage</name>
    <message>
        <source>● same model, same device</source>
        <translation>● 同一模型，同一设备</translation>
    </message>
    <message>
        <source>◐ other model, same device</source>
        <translation>◐ 其他模型，同一设备</translation>
    </message>
    <message>
        <source>○ other device</source>
        <translation>○ 其他设备</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Expected time / original</source>
        <translation>预期时间 / 原模型</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>可信度</translation>
    </message>
    <message>
        <source>Similarity</source>
        <translation>相似度</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Candidate</source>
        <translation>候选</translation>
    </message>
    <message>
        <source>Measured there: %1. Drawn towards 1 by the weight %2.</source>
        <translation>在该处实测：%1。按权重 %2 向 1 收缩。</translation>
    </message>
    <message>
        <source>Choose a model and a device.</source>
        <translation>请选择模型和设备。</translation>
    </message>
    <message>
        <source>Nothing that was seen so far promises to make %1 faster on %2.</source>
        <translation>目前没有任何经验表明可以让 %1 在 %2 上更快。</translation>
    </message>
    <message>
        <source>For %1 on %2 a session would begin with what is below. Same model here: %3, other models here: %4, other devices: %5. Known to fail here: %6.</source>
        <translation>对于 %2 上的 %1，会话将从以下内容开始。此处同一模型：%3，此处其他模型：%4，其他设备：%5。已知在此失败：%6。</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>Model that experience is looked up for</source>
        <translation>查询经验的模型</translation>
    </message>
    <message>
        <source>Model, sample or file</source>
        <translation>模型、示例或文件</translation>
    </message>
    <message>
        <source>Device that experience is looked up for</source>
        <translation>查询经验的设备</translation>
    </message>
    <message>
        <source>&amp;Also what is expected to bring nothing</source>
        <translation>也显示预计没有收益的(&amp;A)</translation>
    </message>
    <message>
        <source>What transfers to the device</source>
        <translation>可迁移到该设备的内容</translation>
    </message>
    <message>
        <source>Weight is trust × similarity. The expected ratio is what was measured, drawn towards 1 by what the weight lacks: an estimate. Results of another device are only hints and are measured again here.</source>
        <translation>权重 = 可信度 × 相似度。预期比值为实测值按权重不足之处向 1 收缩的估计。其他设备的结果仅作提示，会在此重新测量。</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::TrendsPage</name>
    <message>
        <source>%1 on %2</source>
        <comment>model, device</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Session, oldest first</source>
        <translation>会话，最早在前</translation>
    </message>
    <message>
        <source>Time / original (below 1 is faster)</source>
        <translation>时间 / 原模型（小于 1 更快）</translation>
    </message>
    <message>
        <source>Best so far: %1 of the original&apos;s time (%2)</source>
        <comment>ratio, date</comment>
        <translation>目前最佳：原模型时间的 %1（%2）</translation>
    </message>
    <message>
        <source>%1, %2
%3 of the original&apos;s time, measured
%4</source>
        <comment>model on device, date, ratio, candidate</comment>
        <translation>%1，%2
原模型时间的 %3，实测
%4</translation>
    </message>
    <message>
        <source>original</source>
        <translation>原模型</translation>
    </message>
    <message>
        <source>Results over the sessions</source>
        <translation>各会话的结果</translation>
    </message>
    <message>
        <source>None of the records that the filters leave has a measured ratio.</source>
        <translation>筛选后的记录都没有实测比值。</translation>
    </message>
    <message>
        <source>Every point is one candidate that was measured beside its original; the dashed line is the best so far of a model on a device. A click shows its record.</source>
        <translation>每个点是与原模型并排测量的一个候选；虚线为某模型在某设备上目前的最佳值。单击可显示其记录。</translation>
    </message>
</context>
<context>
    <name>metainfer::workbench::WhatIfPage</name>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>访存</translation>
    </message>
    <message>
        <source>launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>%1 [%2 to %3]</source>
        <comment>time with its interval</comment>
        <translation>%1 [%2 至 %3]</translation>
    </message>
    <message>
        <source>Compute rate</source>
        <translation>计算速率</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>内存带宽</translation>
    </message>
    <message>
        <source>Cache bandwidth</source>
        <translation>缓存带宽</translation>
    </message>
    <message>
        <source>Cache size</source>
        <translation>缓存容量</translation>
    </message>
    <message>
        <source>Launch overhead</source>
        <translation>启动开销</translation>
    </message>
    <message>
        <source>not in the profile</source>
        <translation>档案中没有</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <comment>factor = value</comment>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>This model cannot be predicted here</source>
        <translation>无法在此预测该模型</translation>
    </message>
    <message>
        <source>Predicting…</source>
        <translation>正在预测…</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>请选择模型</translation>
    </message>
    <message>
        <source>Its time on the shown device moves with the sliders.</source>
        <translation>其在所示设备上的时间随滑块变化。</translation>
    </message>
    <message>
        <source>%1 a request, predicted</source>
        <comment>time</comment>
        <translation>每个请求 %1，预测</translation>
    </message>
    <message>
        <source>%1 → %2 a request, simulated (%3)</source>
        <comment>before, after, factor</comment>
        <translation>每个请求 %1 → %2，仿真（%3）</translation>
    </message>
    <message>
        <source>Latency of one request, 90 % interval: %1, by the analytic model of the profile.</source>
        <translation>单个请求的延迟，90 % 区间：%1，来自档案的解析模型。</translation>
    </message>
    <message>
        <source>Latency of one request, 90 % interval: %1. No such device was measured: the numbers come from the analytic model of the changed profile.</source>
        <translation>单个请求的延迟，90 % 区间：%1。没有测量过这样的设备：数值来自更改后档案的解析模型。</translation>
    </message>
    <message>
        <source>Cannot run: %1.</source>
        <translation>无法运行：%1。</translation>
    </message>
    <message>
        <source>Time of all its operators, µs</source>
        <translation>其全部算子的时间，µs</translation>
    </message>
    <message>
        <source>as in the profile, predicted</source>
        <translation>按档案，预测</translation>
    </message>
    <message>
        <source>changed, simulated</source>
        <translation>更改后，仿真</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>%1: %2
%3</source>
        <comment>operators: time, series</comment>
        <translation>%1：%2
%3</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>limit before, after</comment>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Before, predicted</source>
        <translation>之前，预测</translation>
    </message>
    <message>
        <source>After, simulated</source>
        <translation>之后，仿真</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>倍数</translation>
    </message>
    <message>
        <source>Limited by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Factor on the property</source>
        <translation>该属性的倍数</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>%1 %2: %3, simulated</source>
        <comment>property, factor: time</comment>
        <translation>%1 %2：%3，仿真</translation>
    </message>
    <message>
        <source>as in the profile</source>
        <translation>按档案</translation>
    </message>
    <message>
        <source>Move a slider: the predicted time follows at once.</source>
        <translation>移动滑块：预测时间立即随之变化。</translation>
    </message>
    <message>
        <source>What helps this model most here: %1. Twice as good, it would take %2 less (simulated).</source>
        <translation>在此对该模型帮助最大的是：%1。若改善一倍，时间将减少 %2（仿真）。</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>重置(&amp;R)</translation>
    </message>
    <message>
        <source>All factors back to 1</source>
        <translation>所有倍数恢复为 1</translation>
    </message>
    <message>
        <source>&amp;Edit as a profile</source>
        <translation>作为档案编辑(&amp;E)</translation>
    </message>
    <message>
        <source>Opens the changed device as a new profile, to be saved and adapted to</source>
        <translation>将更改后的设备作为新档案打开，以便保存并作为适配目标</translation>
    </message>
    <message>
        <source>Factor: %1</source>
        <translation>倍数：%1</translation>
    </message>
    <message>
        <source>By operator kind</source>
        <translation>按算子类型</translation>
    </message>
    <message>
        <source>What matters</source>
        <translation>影响因素</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Views of the changed device</source>
        <translation>更改后设备的视图</translation>
    </message>
    <message>
        <source>Time by operator kind</source>
        <translation>按算子类型的时间</translation>
    </message>
    <message>
        <source>Latency over each property alone</source>
        <translation>延迟随各属性单独变化</translation>
    </message>
    <message>
        <source>Choose a model above. Its operators are predicted on the shown device.</source>
        <translation>请在上方选择模型。其算子将在所示设备上预测。</translation>
    </message>
    <message>
        <source>Operators before and after</source>
        <translation>更改前后的算子</translation>
    </message>
</context>
</TS>
